const to = (topic: string) => ({ topic, qos: 0 })

/** The settings that an LwM2M gateway requires, with the values that the broker's own dashboard fills in. */
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
