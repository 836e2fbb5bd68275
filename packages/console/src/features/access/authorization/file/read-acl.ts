import { type AclFile, AclFileReader } from '@brokerdeck/contract/access/rules/parse-acl-file.ts'
import { ofLast } from '#lib/of-last.ts'

const reader = new AclFileReader()

/** What an ACL file says: its editor, its faults and its summary ask for the same text with every key. */
export const readAcl = ofLast((text): AclFile => reader.read(text))
