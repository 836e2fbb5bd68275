import { type AclFile, AclFileReader } from '@brokerdeck/languages/access-rules/parse-acl-file.ts'

const reader = new AclFileReader()

/** What an ACL file says: its editor, its faults and its summary ask for the same text with every key. */
export const readAcl = ofLast((text): AclFile => reader.read(text))

/** A function of one text that is asked again and again about the same: it remembers its last answer. */
function ofLast<Value>(make: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: make(text) }
    return last.value
  }
}
