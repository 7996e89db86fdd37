/** The context of the form. */
export interface Facts {
  rates: Record<string, { buy_rate: string; sell_rate: string }>;
  /** The balance of the naira wallet. */
  balance: string;
}
