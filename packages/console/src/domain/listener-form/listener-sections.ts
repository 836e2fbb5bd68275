import type { Section } from '#kit/form/field.ts'
import { basicSections } from './basic-sections.ts'
import { limitSections } from './limit-sections.ts'
import { socketSections } from './socket-sections.ts'
import { tlsSections } from './tls-sections.ts'
import { webSocketSections } from './web-socket-sections.ts'

/** Everything a listener can be told, with the broker's own defaults; what its type does not have is not shown. */
function listenerSections(isNew: boolean): readonly Section[] {
  return [...basicSections(isNew), ...tlsSections, ...webSocketSections, ...limitSections, ...socketSections]
}

export const newListenerSections = listenerSections(true)
export const changedListenerSections = listenerSections(false)
