import HTTP
import Testing

@Suite struct EntityTagTests {
    @Test("A tag is written with its quotes, a weak one with W/ before them")
    func tagsAreQuoted() {
        #expect(EntityTag("a-1").text == #""a-1""#)
        #expect(EntityTag("a-1", isWeak: true).text == #"W/"a-1""#)
    }

    @Test(
        "If-None-Match names the tag in a list, weak or not, or by a star",
        arguments: [
            #""a-1""#, #"W/"a-1""#, #""x", "a-1""#, #""a-1","x""#, "W/\"x\"  ,\tW/\"a-1\"",
            #", "a-1""#, #""x",, ,"a-1","#,
            #""", "a-1""#, #""x,y", "a-1""#, "*", "  * ", #"  "a-1"  "#,
        ])
    func theListNamesTheTag(field: String) {
        #expect(EntityTag("a-1").isNamed(in: field))
        #expect(EntityTag("a-1", isWeak: true).isNamed(in: field))
    }

    @Test(
        "What is another tag, or no list of tags, names nothing",
        arguments: [
            "", " ", ",", "a-1", #""a-1"#, #"a-1""#, #""a-11""#, #""A-1""#, #"w/"a-1""#, #"W"a-1""#, #"W//"a-1""#,
            #"W/ "a-1""#, #""x" "a-1""#, #""x"; "a-1""#, #"x, "a-1""#, #""x", *"#, "**", #"*, "a-1""#, "'a-1'",
            #""a-1" x"#, #""x, "a-1""#, "\u{201C}a-1\u{201D}",
        ])
    func otherFieldsDoNot(field: String) {
        #expect(!EntityTag("a-1").isNamed(in: field))
    }

    @Test("A tag without any characters is a tag too")
    func theEmptyTag() {
        #expect(EntityTag("").isNamed(in: #""""#))
        #expect(!EntityTag("").isNamed(in: #""x""#))
    }

    @Test("A field of thousands of tags is read to its end, and once")
    func longListsAreRead() {
        let list = (0..<5000).map { "\"tag-\($0)\"" }.joined(separator: ", ")
        #expect(EntityTag("tag-4999").isNamed(in: list))
        #expect(!EntityTag("tag-5000").isNamed(in: list))
    }
}
