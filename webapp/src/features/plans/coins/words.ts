/** The message where coin sets cannot be taken. */
export const NOT_OFFERED = 'Investment plans are not offered here.';
