import type { ConsoleMessage, Page, Response } from '@playwright/test'

export type Complaints = string[]

/** Matches error responses: they are responses like any other, but the browser reports them as errors. */
const ANSWER_WITH_STATUS = /^Failed to load resource: the server responded with a status of [45]\d\d/

/** Records errors of the page, policy violations, and requests to any other host. */
export function watchPage(page: Page, complaints: Complaints): void {
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (isFault(message)) complaints.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isOwn = hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) complaints.push(`request to another host: ${request.url()}`)
  })
}

/** Tells whether a response is how the broker says that it has no package: nothing has failed then. */
export function isAbsence(answer: Response): boolean {
  return answer.status() === 404 && answer.url().endsWith('/relup/package')
}

function isFault(message: ConsoleMessage): boolean {
  const isLoud = message.type() === 'error' || message.type() === 'warning'
  return isLoud && !ANSWER_WITH_STATUS.test(message.text())
}
