import { serveTopicExplorer } from './serve-topic-explorer.ts'

addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined) serveTopicExplorer(port)
})
