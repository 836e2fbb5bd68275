import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './flow-editor.en.ts'
import * as zh from './flow-editor.zh.ts'

export const { flowEditor, flowFilter } = defineMessages(en, zh)
