// PNGs made on the spot, so that no binary files have to be kept beside the tests.
import { crc32, deflateSync } from 'node:zlib';

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose pixels `colour(x, y)` gives as [red, green, blue]. */
function png(width, height, colour) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colour(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** A gradient of the given size. */
export function picture(width, height) {
  return png(width, height, (x, y) => [11 + (x * 120) / width, 90 + (y * 120) / height, 140]);
}

/** A blue lamp on a table, for the pictures of the documentation. */
export function lamp() {
  const [width, height] = [520, 380];
  return png(width, height, (x, y) => {
    const across = Math.abs(x - 260);
    if (y > 70 && y < 180 && across < 62 + (y - 70) * 0.45) return x < 240 ? [58, 104, 176] : [46, 88, 154];
    if (y >= 180 && y < 286 && across < 7) return [176, 148, 96];
    if (y >= 276 && y < 290 && across < 58) return [154, 126, 78];
    if (y >= 290) return y < 298 ? [132, 98, 70] : [150, 112, 82];
    // The light falls as a cone on the wall.
    if (y >= 180 && across < 112 + (y - 180) * 0.9) return [247, 233, 204];
    return [232, 224, 212];
  });
}
