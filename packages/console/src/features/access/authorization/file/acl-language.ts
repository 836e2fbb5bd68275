import type { CodeLanguage } from '#kit/form/code-language.ts'
import { aclFault } from './acl-fault.ts'
import { highlightAcl } from './highlight-acl.ts'
import { RuleSummary } from './rule-summary.tsx'

/** The rules of an ACL file, as Erlang terms. */
export const aclLanguage: CodeLanguage = {
  highlight: highlightAcl,
  fault: aclFault,
  Summary: RuleSummary,
}
