/// Pictures of 48x32 in samplings that TurboJPEG itself never writes, as `MarkedPicture` shows it.
///
/// Made with `cjpeg -quality 85 -optimize -sample …` of libjpeg-turbo 2.1.5; in Base64.
enum OddSamplings {
    static let all: [(name: String, jpeg: [UInt8])] = [
        (
            "4:2:2 said as 2x2 and 1x2",
            bytes(
                """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
                Gh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh4eHh4eHh7/wAARCAAgADADASIAAhIBAxIB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcIBv/EABQQAQAAAAAAAAAA\
                AAAAAAAAAAD/xAAYAQEBAQEBAAAAAAAAAAAAAAAABwQIBv/EACARAQABAAsAAAAAAAAAAAAAAAAEBgdBQkNEgYKDwsP/2gAM\
                AwEAAhEDEQA/AOJAePHSAKGnihssmwk2IBXnkeXzK88jy+YAyCACOAOwBUwb4YHb4T6neBu6lO8Dd1boV7QhXtABPRvH/9k=
                """)
        ),
        (
            "all parts 2x1",
            bytes(
                """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
                Gh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh4eHh4eHh7/wAARCAAgADADASEAAiEBAyEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcIBv/EABQQAQAAAAAAAAAA\
                AAAAAAAAAAD/xAAYAQEBAQEBAAAAAAAAAAAAAAAACAUGB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AOJH\
                HikAUMZQgEABPBqi/gUMZQgEABHBYA9TBvgT4N0ABgcUGMIG+BPg3QAH/9k=
                """)
        ),
        (
            "4:1:0",
            bytes(
                """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
                Gh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh4eHh4eHh7/wAARCAAgADADAUIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcIBv/EABQQAQAAAAAAAAAA\
                AAAAAAAAAAD/xAAXAQADAQAAAAAAAAAAAAAAAAAFBwgG/8QAIREAAQMBCQAAAAAAAAAAAAAAAAEDBIICBgcyMzU2srP/2gAM\
                AwEAAhEDEQA/AOJBQ08BQ2KfyKNDFLisqj0sAAADyQSOA3wwODfCn71bS7T2QbUbVQAABOhY/9k=
                """)
        ),
        (
            "4:4:1",
            bytes(
                """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
                Gh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh4eHh4eHh7/wAARCAAgADADARQAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAYIB//EABQQAQAAAAAAAAAA\
                AAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAABgf/xAAeEQABAwQDAAAAAAAAAAAAAAAAF6LiFRZiZGOh4f/aAAwDAQAC\
                EQMRAD8AiRPimTHaZMulO1XwKAT4JjtMmFO1XwKAT4JjtMmFO1XwOxjSozOh59emH2ZzNkZqGlQoefXoszmbIzUNKhQ8+vRZ\
                nM2R/9k=
                """)
        ),
        (
            "each part its own",
            bytes(
                """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
                Gh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
                Hh4eHh4eHh4eHh4eHh7/wAARCAAgADADASIAAiEBAxIB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcIBv/EABQQAQAAAAAAAAAA\
                AAAAAAAAAAD/xAAZAQEAAwEBAAAAAAAAAAAAAAAABAcIBQb/xAAbEQEAAAcAAAAAAAAAAAAAAAAABAdCRIGDw//aAAwDAQAC\
                EQMRAD8A4kB48aQBQ08UMcpQE87HbzJ52O3mAAoARwBsAWmDfDA7fAz4nQVWCCqwAAnj/9k=
                """)
        ),
    ]

    private static func bytes(_ base64: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let digits = base64.utf8.compactMap { alphabet.firstIndex(of: $0) }
        return (0..<digits.count * 6 / 8).map { index in
            let (first, shift) = (index * 8 / 6, index * 8 % 6)
            let pair = digits[first] << 6 | (first + 1 < digits.count ? digits[first + 1] : 0)
            return UInt8(pair >> (4 - shift) & 0xFF)
        }
    }
}
