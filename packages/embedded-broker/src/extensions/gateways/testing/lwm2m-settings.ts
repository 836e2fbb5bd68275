const to = (topic: string) => ({ topic, qos: 0 })

/** What an LwM2M gateway cannot do without, as the broker's own dashboard fills it in. */
export const lwm2mSettings = {
  xml_dir: 'etc/lwm2m_xml/',
  lifetime_min: '1s',
  translators: {
    command: to('dn/#'),
    response: to('up/resp'),
    notify: to('up/notify'),
    register: to('up/register'),
    update: to('up/update'),
  },
}
