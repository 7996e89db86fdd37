/** Safari keeps the cookies of a framed page of another site from it, so the checkout opens in a separate window. */
export const framesLoseCookies = (agent = navigator.userAgent): boolean =>
  /safari/i.test(agent) && !/chrome|chromium|crios|fxios|edg|android/i.test(agent);
