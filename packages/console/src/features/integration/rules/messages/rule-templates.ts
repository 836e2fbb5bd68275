import { vocabulary } from '#i18n/vocabulary.ts'
/** The titles, by the name of each template. */
export const templateTitles = {
  filter: 'Filter by a value of the payload',
  events: 'Several events in one rule',
  array: 'Split an array into messages',
  arrayFields: 'Split an array, with chosen fields and a condition',
  cases: 'Sort values into classes',
  nested: 'Read nested values',
  hysteresis: 'Alarm with two limits (hysteresis)',
  units: 'Convert units',
  rename: 'Rename for a database',
  dropFields: 'Drop fields',
  hex: 'Decode a hex payload',
  zone: 'Time stamp with a time zone',
  offline: 'Alarm when a device goes offline',
  rate: 'Rate of a counter',
  geofence: 'Geofence',
  enrich: 'Enrich with client attributes',
  deadLetter: 'Keep messages nobody received',
  topicLevels: 'Read levels of the topic',
}

export const templateTexts = {
  filter: 'Only messages over a threshold pass; the result holds the value and the sender.',
  events: 'FROM lists events like topics. The column event says which one it was.',
  array: 'FOREACH runs the actions once for each item; DO says what of it they get.',
  arrayFields: 'DO chooses what each result holds, INCASE which items have one.',
  cases: 'CASE gives the first branch that holds.',
  nested: 'Dots go into objects, [1] is the first item of a list.',
  hysteresis:
    'A rule remembers nothing: the retained message is the memory. Between both limits nothing is sent, so it keeps the last state and the alarm does not flap.',
  units: 'Calculates and rounds: here from Fahrenheit to Celsius.',
  rename: 'AS gives each value the name of its column.',
  dropFields: 'jq takes fields out of a document whose other fields are not known.',
  hex: 'Takes bits out of a binary value: here a signed number of 16 bits, in tenths.',
  zone: 'Writes a Unix time in milliseconds as a date in a zone.',
  offline: 'Every end of a connection but a regular one. The retained message tells who comes later.',
  rate: 'From two readings that the device sends together. Readings without time between them are skipped.',
  geofence: 'Positions more than 5 km away from a point. 96.1 km is one degree of longitude at latitude 30.',
  enrich:
    'client_attrs holds what was set when the client connected. Put the name of your attribute in place of test.',
  deadLetter: 'The condition leaves out what was kept before: else a dropped copy would be kept again.',
  topicLevels: 'Splits the topic; the first level has number 1.',
}

export const templates = {
  title: 'SQL templates',
  open: 'Templates',
  replaceTitle: 'Replace the statement?',
  replaceBody: 'What you typed is replaced by the template. You can undo this.',
  replace: vocabulary.replace,
  undo: 'Undo template',
}

/** The texts of the drawer in which a template is chosen. */
export const templateDrawer = {
  search: 'Find a template',
  nothing: 'No template matches the search',
  statement: 'Statement',
  sampleIn: 'Sample input',
  sampleOut: 'Sample output',
  use: 'Use this template',
}
