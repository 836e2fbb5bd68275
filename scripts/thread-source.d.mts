import type { Plugin } from 'vite'

/** Modules that are imported as `?thread` are the source of a thread of Node. */
export function threadSource(): Plugin
