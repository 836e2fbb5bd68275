export const edition = {
  notOffered: 'Not in this edition',
  notOfferedText: (part: string) =>
    `${part} belongs to EMQX Enterprise; the connected broker does not have it.`,
}
