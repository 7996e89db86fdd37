/** The part of the catalogue's JSON Schemas that examples need. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
}

const BY_FORMAT: Record<string, string> = {
  decimal: '1500.00',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
};

/** An initial value for a schema: every required key, blank texts, the first of each choice. */
export function inputExample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return schema.anyOf[0] ? inputExample(schema.anyOf[0]) : null;
  if (schema.format && BY_FORMAT[schema.format]) return BY_FORMAT[schema.format];
  if (schema.properties) {
    const { properties, required = [] } = schema;
    // A form's values are all optional, and all worth showing.
    const keys = required.length > 0 ? required : Object.keys(properties);
    return Object.fromEntries(keys.map((key) => [key, inputExample(properties[key] ?? {})]));
  }
  if (schema.additionalProperties) return { NGN: inputExample(schema.additionalProperties) };
  switch (schema.type) {
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}
