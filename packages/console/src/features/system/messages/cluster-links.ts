import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './cluster-links.en.ts'
import * as zh from './cluster-links.zh.ts'

export const { clusterLinks, clusterLinkForm } = defineMessages(en, zh)
