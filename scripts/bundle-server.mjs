import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { repository } from './repository.mjs'
import { threadSource } from './thread-source.mjs'

/** The brokerdeck command with everything it needs as one file. @param {string} file */
export async function bundleServer(file) {
  await build({
    cwd: repository,
    input: 'packages/server/src/main.ts',
    platform: 'node',
    logLevel: 'warn',
    plugins: [threadSource()],
    // The code that the server takes from the console uses English, whatever the language of the machine.
    transform: { define: { 'import.meta.env.VITE_LANGUAGE': JSON.stringify('en') } },
    output: { file, format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false },
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleServer(process.argv[2] ?? '')
