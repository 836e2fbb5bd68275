// breaks: honest-tests
export function WithId() {
  return <b data-testid="id" />
}
