export const en = {
  notFoundTitle: 'Page not found',
  notFound: 'This page could not be found',
  toOverview: 'Go to the overview',
  chunkFailed: 'Loading chunk failed',
  cssFailed: 'Loading CSS chunk failed',
  chunkHint:
    'A part of the application could not be loaded. The network may be down, or Brokerdeck was updated while this page was open.',
  reload: 'Reload the page',
  errorOccurred: 'Error occurred',
  errorHint: 'This page could not be shown. The rest of the application still works.',
  retry: 'Try again',
  details: 'Details',
}
