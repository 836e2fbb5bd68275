import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-lab.en.ts'
import * as zh from './rule-lab.zh.ts'

export const { ruleLab, labMessages, testCases, labActions } = defineMessages(en, zh)
