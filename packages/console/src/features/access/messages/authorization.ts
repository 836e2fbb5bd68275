import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './authorization.en.ts'
import * as zh from './authorization.zh.ts'

export const { authorization, createSource, aclFile, sourceForm, rules, ruleImport } = defineMessages(en, zh)
