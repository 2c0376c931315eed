const SIDE = 256;

/** The middle of a picture as a small square, without what cameras write into files. */
export async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const ground = canvas.getContext('2d');
  if (ground === null) throw new Error('This browser draws no pictures.');
  ground.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((small) => (small === null ? reject(new Error('The picture is empty.')) : resolve(small)), 'image/png');
  });
}
