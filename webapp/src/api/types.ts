/** What the server answers, by the names of docs/api-design.md. */
export interface Profile {
  first_name: string | null;
  last_name: string | null;
  gender: string | null;
  dob: string | null;
  image: string | null;
  about: string | null;
  phone: string | null;
  address: string | null;
  landmark: string | null;
  lga: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  latitude: string | null;
  longitude: string | null;
}

export interface User {
  id: string;
  uuid: string;
  name: string;
  email: string;
  phone: string | null;
  restricted: boolean;
  profile: Profile;
  meta: {
    is_verified: boolean;
    pending_addr_verification: boolean;
    points: number;
    sub: string | null;
    buy_rate: string | null;
  };
  settings: { base_currency: string; referrer_code: string | null };
}

export interface Session extends User {
  access_token: string;
  token_expires_at: string;
  idle_at: string;
}

/** A code was sent, or so it is said: the answer is the same for an address without an account. */
export interface CodeSent {
  next: 'otp';
  page: string;
  email: string;
  resend_seconds: number;
  expires_at: string;
}

export interface AppConfiguration {
  name: string;
  business: string;
  logo: string | null;
  banner: string | null;
  colours: Record<string, string>;
  realtime: { key: string; path: string };
  sandbox: boolean;
}

export interface Page<T> {
  current_page: number;
  last_page: number;
  total: number;
  data: T[];
}
