/** A format of instants, made once it is used: making one takes a desktop ten milliseconds, and a phone several times that. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(at);
  };
}
