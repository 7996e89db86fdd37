//! Associated types of sqlx's `Database` that this driver never uses, because `Any` has its own.

use super::Driver;
use sqlx::any::AnyTypeInfo;
use sqlx::error::BoxDynError;
use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::{
    Arguments, Column, ColumnIndex, Either, Encode, Error, FromRow, IntoArguments, Row, SqlStr,
    Statement, Type, Value, ValueRef,
};
use std::borrow::Cow;

/// An uninhabited type.
#[derive(Debug, Clone)]
pub enum Never {}

/// No arguments.
#[derive(Debug, Default)]
pub struct Nothing;

impl Arguments for Nothing {
    type Database = Driver;

    fn reserve(&mut self, _: usize, _: usize) {}

    fn add<'t, T>(&mut self, _: T) -> Result<(), BoxDynError>
    where
        T: Encode<'t, Driver> + Type<Driver>,
    {
        Err("statements go through `Any`".into())
    }

    fn len(&self) -> usize {
        0
    }
}

impl Row for Never {
    type Database = Driver;

    fn columns(&self) -> &[Self] {
        match *self {}
    }

    fn try_get_raw<I: ColumnIndex<Self>>(&self, _: I) -> Result<Self, Error> {
        match *self {}
    }
}

impl Column for Never {
    type Database = Driver;

    fn ordinal(&self) -> usize {
        match *self {}
    }

    fn name(&self) -> &str {
        match *self {}
    }

    fn type_info(&self) -> &AnyTypeInfo {
        match *self {}
    }
}

impl Value for Never {
    type Database = Driver;

    fn as_ref(&self) -> Self {
        match *self {}
    }

    fn type_info(&self) -> Cow<'_, AnyTypeInfo> {
        match *self {}
    }

    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl ValueRef<'_> for Never {
    type Database = Driver;

    fn to_owned(&self) -> Self {
        match *self {}
    }

    fn type_info(&self) -> Cow<'_, AnyTypeInfo> {
        match *self {}
    }

    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl Statement for Never {
    type Database = Driver;

    fn into_sql(self) -> SqlStr {
        match self {}
    }

    fn sql(&self) -> &SqlStr {
        match *self {}
    }

    fn parameters(&self) -> Option<Either<&[AnyTypeInfo], usize>> {
        match *self {}
    }

    fn columns(&self) -> &[Self] {
        match *self {}
    }

    fn query(&self) -> Query<'_, Driver, Nothing> {
        match *self {}
    }

    fn query_with<A: IntoArguments<Driver>>(&self, _: A) -> Query<'_, Driver, A> {
        match *self {}
    }

    fn query_as<O: for<'r> FromRow<'r, Self>>(&self) -> QueryAs<'_, Driver, O, Nothing> {
        match *self {}
    }

    fn query_as_with<'s, O, A>(&'s self, _: A) -> QueryAs<'s, Driver, O, A>
    where
        O: for<'r> FromRow<'r, Self>,
        A: IntoArguments<Driver>,
    {
        match *self {}
    }

    fn query_scalar<O>(&self) -> QueryScalar<'_, Driver, O, Nothing>
    where
        (O,): for<'r> FromRow<'r, Self>,
    {
        match *self {}
    }

    fn query_scalar_with<'s, O, A>(&'s self, _: A) -> QueryScalar<'s, Driver, O, A>
    where
        (O,): for<'r> FromRow<'r, Self>,
        A: IntoArguments<Driver>,
    {
        match *self {}
    }
}
