import { plural } from '#i18n/sentences.ts'

/** The question that is shown before a rule with failing test cases is saved. */
export const saveCheck = {
  saveTitle: (count: number, shown: string, total: string) =>
    `Save although ${shown} of ${total} test cases ${plural(count, { one: 'breaks', other: 'break' })}?`,
  saveBody: (names: string) =>
    `With this statement, these test cases no longer give what they expect: ${names}`,
  saveAnyway: 'Save anyway',
  notSaved: 'Not saved: test cases break with this statement',
}
