const betas = declareResource({
  address: linkTo('beta'),
  columns: ['name', verbatimColumn('price.net', { sortable: true })],
})

export function UntestedPage() {
  return <ManagedListPage resource={betas} />
}
