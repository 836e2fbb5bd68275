import { pathToFileURL } from 'node:url'
import './require-node.mjs'
import { buildStale } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { inRepository } from './repository.mjs'

ensureInstalled()
buildStale()
// The command takes the arguments of this process; its data directory is .brokerdeck here unless another directory is
// given.
await import(pathToFileURL(inRepository('dist/brokerdeck.mjs')).href)
