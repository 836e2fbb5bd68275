import { setJqLoader } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import { loadBrowserJq } from './load-browser-jq.ts'
import { serveRuleLab } from './serve-rule-lab.ts'

setJqLoader(loadBrowserJq)

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveRuleLab(port)
})
