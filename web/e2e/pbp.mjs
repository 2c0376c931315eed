// Reads a plugin package and writes another one: how the browser tests come by plugins of strangers.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;

/** The files of a package, by name. */
export function unpack(bytes) {
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== END) end -= 1;
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), method === 0 ? packed : inflateRawSync(packed));
    at += 46 + name + extra + comment;
  }
  return files;
}

export function pack(files) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, content] of files) {
    const [title, body] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(body);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), facts, title, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, place, title);
    offset += 30 + title.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(END, 0);
  tail.writeUInt16LE(files.size, 8);
  tail.writeUInt16LE(files.size, 10);
  tail.writeUInt32LE(index.length, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, tail]);
}

/** A maker's key: `public` is what an admin trusts. */
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return { public: Buffer.from(x, 'base64url').toString('base64'), privateKey };
}

/** Writes who made the files, over the digest of each. */
function signed(files, key) {
  const digest = (content) => createHash('sha256').update(content).digest('hex');
  const lines = [...files.keys()].sort().map((name) => `${digest(files.get(name))}  ${name}\n`);
  const signature = sign(null, Buffer.from(`patchbay package 1\n${lines.join('')}`), key.privateKey).toString('base64');
  files.set('signature.json', JSON.stringify({ format: 1, key: key.public, signature }));
}

/** The same component under a name nobody has heard of; without a key it is not signed. */
export function renamed(bytes, version, { key = null, change = (manifest) => manifest } = {}) {
  const files = unpack(bytes);
  files.delete('signature.json');
  const manifest = files
    .get('plugin.toml')
    .toString()
    .replace('id = "telegram"', 'id = "pigeon"')
    .replaceAll('name = "Telegram"', 'name = "Carrier pigeon"')
    .replace('maker = "Patchbay"', 'maker = "Pigeon Post"')
    .replace('value = "TELEGRAM"', 'value = "PIGEON"')
    .replace(/^version = .*$/m, `version = "${version}"`);
  files.set('plugin.toml', Buffer.from(change(manifest)));
  for (const [name, content] of files) {
    if (!/^texts\//.test(name)) continue;
    files.set(name, Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), name: 'Carrier pigeon' })));
  }
  if (key !== null) signed(files, key);
  return pack(files);
}
