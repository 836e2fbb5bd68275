import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-editor.en.ts'
import * as zh from './rule-editor.zh.ts'

export const { ruleEditor, keywordTexts, lineValues, completionKinds, valueTypes, statementProblems } =
  defineMessages(en, zh)
