import type { Plugin } from 'vite'

/** jq as a function that starts it (`?start`), and its program as a text (`?base64`). */
export function jqLibrary(): Plugin
