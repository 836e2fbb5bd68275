import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './nodes.en.ts'
import * as zh from './nodes.zh.ts'

export const { nodes, nodePicker } = defineMessages(en, zh)
