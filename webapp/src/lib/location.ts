/** About ten centimetres: finer than any device measures. */
const DECIMALS = 6;
const WAITS_MS = 20_000;

/** In degrees, as decimal text. */
export interface Place {
  latitude: string;
  longitude: string;
}

export const canLocate = (): boolean => 'geolocation' in navigator;

/** The device's location. The browser asks the user first; rejects with a `GeolocationPositionError`. */
export const locate = () =>
  new Promise<Place>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ latitude: latitude.toFixed(DECIMALS), longitude: longitude.toFixed(DECIMALS) }),
      reject,
      { timeout: WAITS_MS },
    );
  });

/** Whether the user, or their settings, denied access. */
export const wasDenied = (error: unknown): boolean =>
  (error as GeolocationPositionError).code === GeolocationPositionError.PERMISSION_DENIED;
