import { parseAclFile } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'
import { expect, test } from 'vitest'
import { neverMatches } from './rule-summary.tsx'

test.each([
  ['{deny, all, all, ["a/#/b"]}.', true],
  ['{deny, all, all, ["a+/b", ""]}.', true],
  ['{deny, all, all, []}.', true],
  ['{deny, all, all, ["a/#/b", "a/#"]}.', false],
  [`{deny, all, all, ["a/\${clientid}/#"]}.`, false],
  ['{deny, all, all, [{eq, "#"}]}.', false],
  ['{deny, all}.', false],
])('%s', (text, isNever) => {
  const file = parseAclFile(text)
  expect('rules' in file && file.rules.map(({ rule }) => neverMatches(rule))).toEqual([isNever])
})
