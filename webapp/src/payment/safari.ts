/** Safari withholds cookies from framed pages of other sites, so the checkout opens in a separate window. */
export const framesLoseCookies = (agent = navigator.userAgent): boolean =>
  /safari/i.test(agent) && !/chrome|chromium|crios|fxios|edg|android/i.test(agent);
