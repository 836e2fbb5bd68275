import { type AclFile, AclFileReader } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'

const reader = new AclFileReader()

/** Parses an ACL file. The editor, its errors and its summary all parse the same text after every keystroke. */
export const readAcl = ofLast((text): AclFile => reader.read(text))

/**
 * Returns a function that remembers its last result, for a function of one text that is called repeatedly with the
 * same text.
 */
function ofLast<Value>(make: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: make(text) }
    return last.value
  }
}
