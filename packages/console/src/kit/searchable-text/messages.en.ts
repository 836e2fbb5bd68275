export const en = {
  search: 'Search in the text',
  found: (at: number, count: number) => `${at} of ${count}`,
  notFound: 'Not found',
  previous: 'Previous match',
  next: 'Next match',
}
