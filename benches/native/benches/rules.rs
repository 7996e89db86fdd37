//! Times of all rows.

use bench_native::{ROWS, measured};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn rules(criterion: &mut Criterion) {
    for (name, rule, input) in ROWS {
        criterion.bench_function(name, |bencher| bencher.iter(|| measured(black_box(rule), black_box(input))));
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
