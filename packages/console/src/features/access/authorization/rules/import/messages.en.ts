import { plural } from '#i18n/plural.ts'

export const en = {
  open: 'Import',
  title: 'Import rules',
  existing: (name: string) => `Where a ${name} has rules already`,
  replace: 'These take their place',
  skip: 'It keeps them, and is skipped',
  file: 'File',
  fileHelp: (name: string) =>
    `CSV with the columns ${name}, permission, action, topic and, if wanted, qos and retain: a line for each rule, in order. Or JSON: a list of {"${name}", "rules"}.`,
  readable: (owners: string, rules: string) => `${rules} rules of ${owners} names can be imported.`,
  none: 'There is nobody in the file whose rules can be imported',
  lost: (name: string) =>
    `It cannot be told whose some rows are: a ${name} might get rules without one that belongs to them. Nothing is imported before these rows are mended.`,
  alongside: (name: string) => `Another row of this ${name} is faulty.`,
  empty: 'The file has no rules.',
  missing: (names: string) => `The first line must name the columns: ${names}.`,
  noName: (name: string) => `The ${name} is empty.`,
  noRule:
    'This is no rule: permission is allow or deny, action is publish, subscribe or all, qos is 0, 1, 2 or several of them, retain is true, false or all.',
  notList: (name: string) => `The JSON must be a list of {"${name}": "…", "rules": […]}.`,
  twice: 'The file has it twice.',
  tooMany: (max: string) => `It has more than ${max} rules.`,
  sending: (share: string) => `Sending: ${share}`,
  imported: (count: number, shown: string) =>
    `The rules of ${shown} ${plural(count, { one: 'name', other: 'names' })} were imported.`,
  stopped: 'The import was stopped. What was on its way then may have been stored.',
  ended: (why: string) => `The import ended before its end: ${why} What was on its way may have been stored.`,
  total: 'Names to import',
  created: 'Created',
  replaced: 'Replaced',
  skipped: 'Skipped',
  failed: 'Failed',
  unsent: 'Not sent',
  leftOut: 'Rows left out',
}
