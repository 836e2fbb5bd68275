import { serveRuleCapture } from './serve-rule-capture.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveRuleCapture(port)
})
