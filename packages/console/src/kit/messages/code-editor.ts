import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './code-editor.en.ts'
import * as zh from './code-editor.zh.ts'

export const { codeEditor, editorPhrases } = defineMessages(en, zh)
