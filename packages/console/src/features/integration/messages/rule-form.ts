import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-form.en.ts'
import * as zh from './rule-form.zh.ts'

export const {
  ruleForm,
  inputs,
  inputKinds,
  outputs,
  bridgeChoice,
  actionChoice,
  sourceChoice,
  republish,
  columnList,
  columnKinds,
} = defineMessages(en, zh)
