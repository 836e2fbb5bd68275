import { serveRuleLab } from './serve-rule-lab.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveRuleLab(port)
})
