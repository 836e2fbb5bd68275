import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/plural.ts'

const changes = (count: number) =>
  `${formatNumber(count)} ${plural(count, { one: 'change', other: 'changes' })}`

export const en = {
  sections: 'Sections',
  details: 'Details',
  hasFault: 'Has something to correct',
  isChanged: 'Changed',
  fieldsNeedALook: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'field needs a look', other: 'fields need a look' })}`,
  inRow: (label: string, row: number) => `${label}, row ${row}`,
  advanced: 'Advanced',
  settings: (count: number, rest: string) =>
    `${formatNumber(count)} ${plural(count, { one: 'setting', other: 'settings' })}; ${rest}`,
  allDefault: 'all at their defaults',
  notDefault: (names: string) => `not at the default: ${names}`,
  review: 'Review changes',
  showReview: 'Review changes',
  hideReview: 'Hide the review',
  nothingChanged: 'Nothing is changed yet.',
  whatIsSent: 'What will be sent',
  difference: 'Difference',
  asCurl: 'As curl',
  curlCommand: 'curl command',
  curlCut: 'Only its beginning is shown; all of it is copied.',
  curlNote: 'Set URL, KEY and SECRET in your shell; secrets are never part of the copy.',
  curlIncomplete: 'Complete the form first.',
  precedence:
    'Saved to the configuration of the cluster and in effect on all nodes. What etc/emqx.conf or the environment of a node sets wins over it when that node restarts.',
  applyChanges: (count: number) => `Apply ${changes(count)}`,
  apply: 'Apply',
  enterKey: 'Enter',
  keysApply: 'applies from any field',
  discard: 'Discard',
  cancel: 'Cancel',
  undo: 'Undo the last apply',
  undoHint: 'Fills in what stood here before; nothing is sent until you apply it.',
  toDefaults: 'Reset to defaults',
  toDefaultsHint: 'Fills in the defaults of the broker; nothing is sent until you apply them.',
  whyNothing: 'There is nothing to apply',
  whyConflict: 'Somebody else changed this: first keep your changes on top, or load theirs',
  whyOpen: 'It is being sent: the answer is worth waiting for',
  toCorrect: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'field', other: 'fields' })} to correct first`,
  applied: 'Changes are in effect',
  notApplied: 'It could not be sent',
  changedMeanwhile: 'Someone else changed these settings after this form was opened:',
  keepMine: 'Keep my changes on top',
  takeTheirs: 'Load theirs, drop mine',
}
