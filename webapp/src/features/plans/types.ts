import type { DataOf } from '@/api/contract';

/** The contract's types of plans, under their short names. */
export type Plan = DataOf<'GET', '/plans'>[number];
export type PlanType = Plan['type'];
export type DurationUnit = Plan['duration_unit'];
export type Subscription = DataOf<'GET', '/subscriptions/{id}'>;
export type Instalment = Subscription['savings'][number];
export type Cap = NonNullable<DataOf<'POST', '/savings/allowance'>['cap']>;
export type Member = Subscription['members'][number];
export type PlanAction = Subscription['actions'][number]['action'];
export type Lateness = NonNullable<Subscription['lateness']>;
export type Ended = NonNullable<Subscription['ended']>;
export type LatePlan = DataOf<'GET', '/subscriptions/late'>[number];
export type GroupPlan = DataOf<'GET', '/plans/find/{code}'>;
export type Found = DataOf<'GET', '/users/search'>[number];
