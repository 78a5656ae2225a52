package site

import (
	"strconv"

	"rsc.io/qr"
)

// quiet is the light margin around a QR code, in modules: ISO/IEC 18004 wants four.
const quiet = 4

// qrOf is the QR code of a text. With level M it is read although up to 15 % of it is covered
// or misread, as on a screen seen from the side.
func qrOf(text string) (qrView, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return qrView{}, err
	}
	var path []byte
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			if !code.Black(x, y) {
				continue
			}
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			path = append(path, 'M')
			path = strconv.AppendInt(path, int64(from+quiet), 10)
			path = append(path, ' ')
			path = strconv.AppendInt(path, int64(y+quiet), 10)
			path = append(path, 'h')
			path = strconv.AppendInt(path, int64(x-from), 10)
			path = append(path, 'v', '1', 'h', '-')
			path = strconv.AppendInt(path, int64(x-from), 10)
			path = append(path, 'z')
		}
	}
	return qrView{code.Size + 2*quiet, string(path)}, nil
}
